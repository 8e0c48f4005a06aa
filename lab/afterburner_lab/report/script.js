// Comfort only: the page says everything without it. A button that copies the command, sorting and filtering of tables.
"use strict";

function addTool(tag, text, neighbour) {
  const tool = document.createElement(tag);
  tool.className = "tool";
  tool.textContent = text;
  neighbour.after(tool);
  return tool;
}

for (const command of navigator.clipboard ? document.querySelectorAll(".command") : []) {
  const button = addTool("button", "Copy the command", command);
  button.onclick = () => navigator.clipboard.writeText(command.textContent).then(() => { button.textContent = "Copied"; });
}

function valueOf(row, column) {
  const text = row.cells[column].textContent;
  const number = parseFloat(text.replace(/\u2009/g, ""));
  return row.cells[column].className.includes("n") ? (isNaN(number) ? -Infinity : number) : text;
}

function sortBy(table, heading) {
  const descending = heading.getAttribute("aria-sort") === "ascending";
  for (const other of heading.parentNode.cells) other.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const column = heading.cellIndex, body = table.tBodies[0];
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const rows = [...body.rows].sort((a, b) => compare(valueOf(a, column), valueOf(b, column)));
  body.append(...(descending ? rows.reverse() : rows));
}

for (const table of document.querySelectorAll("details table")) {
  for (const heading of table.tHead.rows[0].cells) {
    heading.setAttribute("aria-sort", "none");
    heading.tabIndex = 0;
    heading.onclick = () => sortBy(table, heading);
    heading.onkeydown = (event) => { if (event.key === "Enter") sortBy(table, heading); };
  }
}

for (const heading of document.querySelectorAll("h3[id$=-tables]")) {
  const tables = [...heading.parentNode.querySelectorAll("details table")];
  const input = addTool("input", "", heading.nextElementSibling);
  input.type = "search";
  input.placeholder = "Filter, e.g. gcm decrypt";
  input.setAttribute("aria-label", "Filter the rows of all tables");
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const table of tables) {
      let shown = 0;
      for (const row of table.tBodies[0].rows) {
        row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
        shown += !row.hidden;
      }
      const details = table.closest("details");
      details.hidden = !shown;
      if (input.value) details.open = shown > 0;
    }
  };
}
