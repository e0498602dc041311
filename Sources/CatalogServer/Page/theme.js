// The theme of the page, which charts follow: light on light, dark on dark.

const dark = matchMedia("(prefers-color-scheme: dark)");

export const pageTheme = () => (dark.matches ? "dark" : "light");

export function onThemeChange(action) { dark.addEventListener("change", action); }
