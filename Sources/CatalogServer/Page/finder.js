// Opens the search dialog on every page: with its button, with "/", or with Control and K. The search itself is loaded
// when the dialog is first opened.

const dialog = document.getElementById("search");
const input = document.getElementById("q");
const button = document.getElementById("search-open");
let loading;

/** Opens the dialog with the search that the address contains. */
export async function openSearch() {
  if (!dialog.open) {
    dialog.showModal();
    input.focus();
    input.select();
  }
  loading ??= import("./search.js").then((one) => one.startSearch());
  const search = await loading;
  // The dialog may have been closed while the module loaded.
  if (dialog.open) search.refresh();
}

export const closeSearch = () => dialog.close();

button.addEventListener("click", openSearch);
// A letter typed on the button opens the dialog. The dialog's input then receives the letter.
button.addEventListener("keydown", (event) => {
  if (event.key.length === 1 && event.key !== " " && event.key !== "/" && !event.ctrlKey && !event.metaKey && !event.altKey) openSearch();
});
// Enter may be pressed before the search is loaded.
document.getElementById("search-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  (await loading)?.openAnswer();
});
// Close the dialog here, because the browser would first only clear the text on Escape.
input.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  closeSearch();
});
document.getElementById("search-close").addEventListener("click", closeSearch);
dialog.addEventListener("click", (event) => { if (event.target === dialog) closeSearch(); });
document.addEventListener("keydown", (event) => {
  const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  if (!isCommand && (event.key !== "/" || event.target.closest("input, textarea, select"))) return;
  event.preventDefault();
  openSearch();
});
