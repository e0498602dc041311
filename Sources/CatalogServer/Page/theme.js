// The theme of the page, light or dark. Charts use the same theme.

const dark = matchMedia("(prefers-color-scheme: dark)");

export const pageTheme = () => (dark.matches ? "dark" : "light");

export function onThemeChange(action) { dark.addEventListener("change", action); }
