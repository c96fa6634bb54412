// Copy buttons, and the badge's address, which only the browser knows. The page is whole without this.
(() => {
  for (const button of document.querySelectorAll(".copy")) {
    const source = button.parentElement.querySelector("code");
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(source.textContent);
        button.textContent = "Copied";
      } catch {
        // Without leave to write, the text is selected for the reader to copy.
        getSelection().selectAllChildren(source);
        button.textContent = "Selected";
      }
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    });
  }
  const snippet = document.getElementById("badge-snippet");
  if (snippet !== null && location.protocol.startsWith("http")) {
    const page = new URL("./", location.href).href;
    snippet.querySelector("code").textContent = `[![Gradable](${page}badge.svg)](${page}index.html)`;
    snippet.hidden = false;
  }
})();
