// What the pages of the API reference do. Runs before the first paint; it builds no markup from texts.
try {
  // The theme that was chosen in the product; see src/lib/theme.ts.
  const theme = localStorage.getItem('gatherwell-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the device's theme holds.
}

document.addEventListener('DOMContentLoaded', () => {
  prepareSearch();
  prepareCopying();
  const form = document.querySelector('#try-it');
  if (form) prepareTrying(form);
});

/** Where all operations are listed, shows those that have all the words; other pages lead there. */
function prepareSearch() {
  const box = document.querySelector('input[type="search"]');
  const found = document.querySelector('#found');
  if (!found) return;
  const show = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const group of document.querySelectorAll('.tag')) {
      let isEmpty = true;
      for (const item of group.querySelectorAll('li')) {
        item.hidden = !words.every((word) => item.dataset.words.includes(word));
        if (item.hidden) continue;
        isEmpty = false;
        count++;
      }
      group.hidden = isEmpty;
    }
    found.textContent = count === 0 ? 'No operations' : `${count} operation${count === 1 ? '' : 's'}`;
    // What is searched for comes first.
    document.body.classList.toggle('searching', words.length > 0);
  };
  box.value = new URLSearchParams(location.search).get('q') ?? '';
  box.addEventListener('input', show);
  box.form.addEventListener('submit', (event) => {
    event.preventDefault();
    document.querySelector('.tag:not([hidden]) li:not([hidden]) a')?.focus();
  });
  show();
}

function prepareCopying() {
  const status = document.querySelector('#copied');
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-copy]') : null;
    if (!button) return;
    const code = button.closest('.code').querySelector('code');
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = 'Copied';
      button.firstChild.textContent = 'Copied';
      setTimeout(() => {
        button.firstChild.textContent = 'Copy';
        status.textContent = '';
      }, 2000);
    } catch {
      // Without the right to the clipboard: selected, so that a key copies it.
      getSelection()?.selectAllChildren(code);
      status.textContent = 'Selected. Press Ctrl+C to copy.';
    }
  });
}

/** Sends what the form holds. The token is in the form alone, and cookies are left out. */
function prepareTrying(form) {
  const outcome = form.querySelector('#outcome');
  const answer = form.querySelector('#answer');
  const button = form.querySelector('button');
  const inputs = (place) => [...form.querySelectorAll(`[data-in="${place}"]`)];
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-disabled') === 'true') return;
    const missing = inputs('path').find((input) => input.value.trim() === '');
    if (missing) {
      outcome.textContent = `Enter ${missing.dataset.name} first.`;
      missing.focus();
      return;
    }
    let path = form.dataset.path;
    for (const { dataset, value } of inputs('path'))
      path = path.replace(`{${dataset.name}}`, encodeURIComponent(value.trim()));
    const query = new URLSearchParams();
    for (const { dataset, value } of inputs('query')) if (value !== '') query.set(dataset.name, value);
    const [body] = inputs('body');
    const token = form.elements.token.value.trim();
    button.setAttribute('aria-disabled', 'true');
    outcome.textContent = 'Sending…';
    answer.hidden = true;
    const start = performance.now();
    try {
      const response = await fetch(`/api${path}${query.size > 0 ? `?${query}` : ''}`, {
        method: form.dataset.method,
        credentials: 'omit',
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: body.value }),
      });
      const text = await response.text();
      const wait = response.headers.get('retry-after');
      outcome.textContent = `${response.status} ${response.ok ? 'OK' : 'Refused'}, in ${Math.round(performance.now() - start)} ms${wait ? `. Retry after ${wait} seconds` : ''}`;
      answer.textContent = pretty(text);
      answer.hidden = false;
    } catch {
      outcome.textContent = 'The server could not be reached.';
    } finally {
      button.removeAttribute('aria-disabled');
    }
  });
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
