// Search in the documentation. The index is a file of the book, fetched when the field is first used.
(function () {
  'use strict';
  const root = document.documentElement.dataset.root;
  const field = document.getElementById('search');
  const panel = document.getElementById('results');
  document.documentElement.classList.add('js');

  const here = document.querySelector('.pages [aria-current]');
  if (here && getComputedStyle(document.getElementById('pages')).position === 'sticky') {
    here.scrollIntoView({ block: 'center' });
  }
  const wide = document.querySelectorAll('.table-wrapper, pre');
  for (const box of wide) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;

  let loading = null;
  function load(file) {
    return new Promise((done, failed) => {
      const script = document.createElement('script');
      script.src = root + file;
      script.onload = done;
      script.onerror = () => failed(new Error(file));
      document.head.append(script);
    });
  }
  function index() {
    loading ??= load('elasticlunr.min.js').then(() => load('searchindex.js')).then(() => {
      const found = window.search;
      return { ...found, index: window.elasticlunr.Index.load(found.index) };
    });
    return loading;
  }

  // A part of the text around the first word that was searched.
  function teaser(text, words) {
    const low = text.toLowerCase();
    const at = words.map((word) => low.indexOf(word)).filter((place) => place >= 0);
    const from = Math.max(0, (at.length ? Math.min(...at) : 0) - 60);
    const part = text.slice(from, from + 190);
    const line = document.createElement('p');
    line.append(from > 0 ? '… ' : '');
    const parts = part.split(new RegExp('(' + words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|') + ')', 'iu'));
    parts.forEach((piece, n) => {
      if (n % 2 === 0) return line.append(piece);
      const mark = document.createElement('mark');
      mark.textContent = piece;
      line.append(mark);
    });
    line.append(from + 190 < text.length ? ' …' : '');
    return line;
  }
  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }
  async function search() {
    const asked = field.value.trim();
    if (asked.length < 2) return void (panel.hidden = true);
    let book;
    try {
      book = await index();
    } catch (error) {
      panel.replaceChildren(element('p', 'The search index could not be loaded.'));
      return void (panel.hidden = false);
    }
    if (field.value.trim() !== asked) return;
    const found = book.index.search(asked, book.search_options);
    const words = asked.toLowerCase().split(/\s+/);
    const list = document.createElement('ul');
    for (const one of found.slice(0, book.results_options.limit_results)) {
      const item = document.createElement('li');
      const link = element('a', one.doc.title || one.doc.breadcrumbs.split(' » ').pop());
      link.href = root + book.doc_urls[one.ref];
      const where = element('span', one.doc.breadcrumbs.replaceAll(' » ', ' › '));
      where.className = 'where';
      item.append(link, where, teaser(one.doc.body, words));
      list.append(item);
    }
    const count = found.length === 0 ? 'Nothing found.' : found.length === 1 ? '1 place' : `${found.length} places`;
    panel.replaceChildren(element('p', count), list);
    panel.scrollTop = 0;
    panel.hidden = false;
  }
  let timer;
  field.addEventListener('focus', () => void index().catch(() => {}));
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, 120);
  });
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    panel.querySelector('a')?.click();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') panel.hidden = true;
    const typing = event.target.closest('input, textarea, select');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    }
  });
  panel.addEventListener('click', (event) => {
    if (event.target.closest('a')) panel.hidden = true;
  });
})();
