#if canImport(CoreGraphics)
    public import CoreGraphics

    extension ChartColor {
        /// Creates the nearest color in sRGB. A pattern has no nearest color and becomes transparent black.
        public init(cgColor color: CGColor) {
            guard let space = CGColorSpace(name: CGColorSpace.sRGB),
                let parts = color.converted(to: space, intent: .defaultIntent, options: nil)?.components,
                parts.count == 4
            else {
                self.init(rgba: 0)
                return
            }
            self.init(
                red: Double(parts[0]), green: Double(parts[1]), blue: Double(parts[2]), alpha: Double(parts[3]))
        }

        /// The color in sRGB.
        public var cgColor: CGColor {
            CGColor(srgbRed: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
        }
    }
#else
    /// Systems without Core Graphics use the color type of charts as `CGColor`, so that palettes compile everywhere.
    public typealias CGColor = ChartColor

    extension ChartColor {
        /// Creates a color from a `CGColor`, which is the same type.
        public init(cgColor color: CGColor) { self = color }

        /// The color itself, which already is a `CGColor`.
        public var cgColor: CGColor { self }
    }
#endif
