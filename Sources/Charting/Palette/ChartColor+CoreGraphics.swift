#if canImport(CoreGraphics)
    public import CoreGraphics

    extension ChartColor {
        /// The nearest colour in sRGB; `nil` where the colour has no such counterpart (a pattern).
        public init?(_ color: CGColor) {
            guard let space = CGColorSpace(name: CGColorSpace.sRGB),
                let parts = color.converted(to: space, intent: .defaultIntent, options: nil)?.components,
                parts.count == 4
            else { return nil }
            self.init(
                red: Double(parts[0]), green: Double(parts[1]), blue: Double(parts[2]), alpha: Double(parts[3]))
        }

        /// The colour in sRGB.
        public var cgColor: CGColor {
            CGColor(srgbRed: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
        }
    }
#endif
