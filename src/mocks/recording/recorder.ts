import { type Act, screenOf } from './recording.ts';
import { consequence, here } from './run.ts';
import { describeTarget, findActedOn, isOfTester, roleOf } from './targets.ts';

/**
 * Hears what a person does in this page, act by act. Only what the browser itself reports counts: what a script does is
 * no act.
 * @param isOn whether it is to be heard at the moment
 * @param record takes an act; with `replaces`, in place of the last one
 */
export function hearActs(isOn: () => boolean, record: (act: Act, replaces: boolean) => void): void {
  let last: { act: Act; element: Element | undefined; at: number } | undefined;
  const keep = (act: Act, element?: Element, replaces = false) => {
    last = { act, element, at: performance.now() };
    record(act, replaces);
  };
  const isRecent = () => last !== undefined && performance.now() - last.at < consequence;

  const hear = <Type extends keyof DocumentEventMap>(
    type: Type,
    handle: (event: DocumentEventMap[Type], element: Element) => void,
  ) =>
    document.addEventListener(
      type,
      (event) => {
        const [element] = event.composedPath();
        if (event.isTrusted && isOn() && element instanceof Element && !isOfTester(element))
          handle(event, element);
      },
      { capture: true },
    );

  hear('click', (event, element) => {
    const control = element.closest('label')?.control;
    // The browser clicks what a label is for, too.
    if (control && control !== element && !control.contains(element)) return;
    // As it clicks the button of a form in which Enter was pressed.
    if (event.detail === 0 && isRecent() && last?.act.kind === 'press' && last.act.key === 'Enter') return;
    const acted = findActedOn(element);
    if (!acted || isTyped(acted) || acted instanceof HTMLSelectElement) return;
    keep({ kind: 'click', screen: screenHere(), target: describeTarget(acted) }, acted);
  });

  hear('input', (_event, element) => {
    const field = element.closest('input, textarea, [contenteditable]');
    if (!field || !isTyped(field)) return;
    const value = isSecret(field) ? null : valueOf(field);
    const isSame = last?.act.kind === 'fill' && last.element === field;
    const target = isSame && last?.act.kind === 'fill' ? last.act.target : describeTarget(field);
    keep({ kind: 'fill', screen: screenHere(), target, value }, field, isSame);
  });

  hear('change', (_event, element) => {
    if (!(element instanceof HTMLSelectElement)) return;
    const values = Array.from(element.selectedOptions, ({ value }) => value);
    keep({ kind: 'select', screen: screenHere(), target: describeTarget(element), values }, element);
  });

  hear('keydown', (event, element) => {
    if (event.isComposing || !isPress(event, element)) return;
    const focused = element === document.body ? null : element;
    const key = [
      event.ctrlKey && 'Control',
      event.metaKey && 'Meta',
      event.altKey && 'Alt',
      event.shiftKey && event.key.length > 1 && 'Shift',
      event.key,
    ];
    keep(
      {
        kind: 'press',
        screen: screenHere(),
        target: focused && describeTarget(focused),
        key: key.filter((part) => part !== false).join('+'),
      },
      element,
    );
  });

  // Back and forward, unless something on the screen led there.
  addEventListener('popstate', () => {
    if (isOn() && !isRecent()) keep({ kind: 'open', path: here() });
  });
}

const screenHere = () => screenOf(location.pathname);

const typedRoles = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/** Whether it is typed into: what it holds in the end counts, not the single clicks and keys. */
function isTyped(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLInputElement)
    return !['button', 'checkbox', 'file', 'image', 'radio', 'reset', 'submit'].includes(element.type);
  return element instanceof HTMLElement && element.isContentEditable && typedRoles.has(roleOf(element) ?? '');
}

function valueOf(field: Element): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  return field.textContent ?? '';
}

/** Fields in which a password was typed stay secret when it is shown. */
const shownSecrets = new WeakSet<Element>();

/** Whether what is typed must not be recorded. */
export function isSecret(field: Element): boolean {
  const hints = [
    field.getAttribute('autocomplete'),
    field.getAttribute('name'),
    field.id,
    field.getAttribute('aria-label'),
    ...((field as HTMLInputElement).labels ?? []),
  ].map((hint) => (hint instanceof Element ? hint.textContent : hint));
  if (
    field.getAttribute('type') === 'password' ||
    hints.some((hint) => /passw|token|secret|one-time-code|cc-/i.test(hint ?? ''))
  )
    shownSecrets.add(field);
  return shownSecrets.has(field);
}

/** Whether a key does something by itself, other than adding a letter or pressing what has the focus. */
function isPress(event: KeyboardEvent, element: Element): boolean {
  const { key } = event;
  if (
    ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'Tab', 'CapsLock', 'Unidentified', 'Dead'].includes(key)
  )
    return false;
  if (key === 'Escape') return true;
  const role = roleOf(element);
  // Their keys are all there is to hear of them.
  if (role === 'spinbutton' || role === 'slider') return !(element instanceof HTMLInputElement);
  const isCommand = event.ctrlKey || event.metaKey;
  if (isTyped(element)) {
    if (key === 'Enter') return !(element instanceof HTMLTextAreaElement) || !event.shiftKey;
    if (isCommand) return false;
    return role === 'combobox' && /^(Arrow|Page|Home|End)/.test(key);
  }
  // A button that is pressed with Enter or a space reports a click.
  if (key === 'Enter' || key === ' ') return role === 'option' || role === 'listbox' || role === 'combobox';
  return /^(Arrow|Page|Home|End|Delete|Backspace)/.test(key) && role !== null;
}
