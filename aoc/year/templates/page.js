"use strict";
(() => {
  const root = document.documentElement;
  const THEME = "aoc-report-theme";

  // Some browsers have no storage for a page from a file, and say so by an error.
  function remembered() {
    try { return localStorage.getItem(THEME); } catch { return null; }
  }
  function remember(theme) {
    try { localStorage.setItem(THEME, theme); } catch { /* It holds until the page is closed. */ }
  }

  function setTheme(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }
  setTheme(remembered()); // Before anything is drawn.

  function prepareTheme() {
    for (const input of document.querySelectorAll("input[name=theme]")) {
      input.checked = input.value === (root.dataset.theme ?? "system");
      input.addEventListener("change", () => { setTheme(input.value); remember(input.value); });
    }
  }

  // Sorting: a cell has its value in data-v; one without a value comes last in either direction.
  function sort(table, column, direction) {
    const headers = [...table.tHead.rows[0].cells];
    headers.forEach((header, index) => {
      header.setAttribute("aria-sort", index === column ? direction : "none");
    });
    const sign = direction === "ascending" ? 1 : -1;
    const isText = headers[column].classList.contains("title");
    const value = (row) => row.cells[column].dataset.v ?? "";
    const day = (row) => Number(row.cells[0].dataset.v);
    const body = table.tBodies[0];
    const rows = [...body.rows].sort((first, second) => {
      const [a, b] = [value(first), value(second)];
      if (!a !== !b) return a ? -1 : 1;
      const order = isText ? a.localeCompare(b, "en") : a - b;
      return sign * order || day(first) - day(second);
    });
    body.append(...rows);
  }

  function onSort(button) {
    const header = button.closest("th");
    const ascending = header.getAttribute("aria-sort") === "ascending";
    sort(button.closest("table"), header.cellIndex, ascending ? "descending" : "ascending");
  }

  // Years: the one that the address names is shown, or that of the day that it names.
  function showYear() {
    const years = [...document.querySelectorAll("section.year")];
    const place = location.hash.slice(1);
    const target = place ? document.getElementById(place) : null;
    const chosen = target?.closest("section.year") ?? years.find((year) => !year.hidden) ?? years[0];
    const all = place === "all";
    for (const year of years) year.hidden = !all && year !== chosen;
    for (const link of document.querySelectorAll("nav a")) {
      const current = link.hash === (all ? "#all" : `#${chosen.id}`);
      if (current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    return target;
  }

  // The tooltip, on marks and elsewhere on a line.
  const tip = () => document.getElementById("tip");

  function showTip(text, box) {
    const element = tip();
    element.textContent = text;
    element.hidden = false;
    const { width, height } = element.getBoundingClientRect();
    const edge = root.clientWidth - width - 8;
    const left = Math.max(8, Math.min(edge, box.left + box.width / 2 - width / 2));
    const above = box.top - height - 6;
    const top = above < 4 ? box.bottom + 6 : above;
    element.style.left = `${left + scrollX}px`;
    element.style.top = `${top + scrollY}px`;
  }
  function hideTip() { tip().hidden = true; }

  function showMark(mark) {
    showTip(mark.getAttribute("aria-label"), mark.querySelector("path").getBoundingClientRect());
  }

  function showStep(line, x) {
    const steps = line.dataset.steps.split("\n\n");
    const box = line.getBoundingClientRect();
    const share = ((x - box.left) / box.width * 120 - 6) / 108;
    showTip(steps[Math.round(Math.max(0, Math.min(1, share)) * (steps.length - 1))], box);
  }

  let pointer = ""; // The place where it was last.
  function onPointer(event) {
    // A browser tells also of a page that moves beneath a mouse at rest, as when news come.
    const place = `${event.screenX} ${event.screenY}`;
    const rests = place === pointer;
    pointer = place;
    const byKeyboard = document.activeElement.matches(".mark:focus-visible");
    if (rests && byKeyboard) return;
    const mark = event.target.closest?.(".mark");
    const line = event.target.closest?.(".line");
    if (mark) showMark(mark);
    else if (line) showStep(line, event.clientX);
    else if (!byKeyboard) hideTip();
  }

  document.addEventListener("DOMContentLoaded", () => {
    prepareTheme();
    showYear();
    addEventListener("hashchange", () => showYear()?.scrollIntoView());
    document.addEventListener("click", (event) => {
      const button = event.target.closest(".times button");
      if (button) onSort(button);
    });
    document.addEventListener("pointerover", onPointer);
    document.addEventListener("pointermove", onPointer);
    document.addEventListener("focusin", (event) => {
      if (event.target.matches(".mark")) showMark(event.target);
      else hideTip();
    });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });
  });
})();
