/// What a chart shows and how: its settings, its bars and their length.
public enum Chart {}
