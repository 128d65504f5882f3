import { html } from 'hono/html';
import { type JsonSchema, variantsOf } from '#server/rest/json-schema.ts';

/** Markup that is safe to put into more of it. */
export type Markup = ReturnType<typeof html>;

/** The fields of an object, nested ones folded; nothing where a value has no fields. */
export function renderFields(schema: JsonSchema, describe: (text: string) => Markup): Markup | '' {
  const variants = objectsOf(schema);
  if (variants.length > 1)
    return html`${variants.map(
      (variant) =>
        html`<details class="nested"><summary>${titleOf(variant)}</summary>${renderFields(variant, describe)}</details>`,
    )}`;
  const [object] = variants;
  if (!object) return '';
  const entries = Object.entries(object.properties ?? {});
  if (entries.length === 0) return '';
  return html`<ul class="fields">${entries.map(([name, field]) => {
    const inner = renderFields(field, describe);
    return html`<li>
      <p><code class="name">${name}</code> <span class="type">${typeText(field)}</span>${
        object.required?.includes(name) ? html` <span class="required">required</span>` : ''
      }</p>
      ${noteOf(field, describe)}
      ${inner && html`<details class="nested"><summary>Fields of ${name}</summary>${inner}</details>`}
    </li>`;
  })}</ul>`;
}

/** What a field says of itself: its description, its values and its bounds. */
export function noteOf(schema: JsonSchema, describe: (text: string) => Markup): Markup | '' {
  const values = valuesOf(schema);
  const bounds = boundsOf(schema);
  const ignoredFrom = schema['x-ignored-from'] as string[] | undefined;
  const notes = [
    schema.description && describe(schema.description),
    values.length > 1 &&
      html`<p>One of ${values.map((value, index) => html`${index > 0 ? ', ' : ''}<code>${value}</code>`)}.</p>`,
    bounds && html`<p>${bounds}</p>`,
    ignoredFrom && html`<p>Ignored where the caller is of this type: ${ignoredFrom.join(', ')}.</p>`,
  ].filter((note) => note !== undefined && note !== '' && note !== false);
  return notes.length > 0 ? html`<div class="note">${notes}</div>` : '';
}

/** The objects that a value may be, those in a list included. */
function objectsOf(schema: JsonSchema): JsonSchema[] {
  const { items, additionalProperties: others } = schema as {
    items?: JsonSchema;
    additionalProperties?: JsonSchema | boolean;
  };
  if (schema.type === 'array' && items) return objectsOf(items);
  if (schema.properties && Object.keys(schema.properties).length > 0) return [schema];
  const variants = variantsOf(schema);
  if (variants.length > 0) return variants;
  const lists = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((variant) => objectsOf(variant));
  if (lists.length > 0) return lists;
  return typeof others === 'object' ? objectsOf(others) : [];
}

/** What distinguishes a variant from others. */
function titleOf({ properties = {} }: JsonSchema): string {
  const constants = Object.entries(properties).filter(([, field]) => 'const' in field);
  if (constants.length > 0)
    return constants.map(([name, field]) => `${name}: ${String(field['const'])}`).join(', ');
  return `With ${Object.keys(properties).slice(0, 3).join(', ')}`;
}

/** The type of a value in words. */
export function typeText(schema: JsonSchema): string {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (variants.length > 0) return [...new Set(variants.map(typeText))].join(' or ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') {
    const { items } = schema as { items?: JsonSchema };
    return items ? `list of ${typeText(items)}` : 'list';
  }
  const format = typeof schema['format'] === 'string' ? ` (${schema['format']})` : '';
  return `${schema.type ?? 'any'}${format}`;
}

const valuesOf = (schema: JsonSchema): string[] => {
  const { items } = schema as { items?: JsonSchema };
  const own = schema['enum'] as unknown[] | undefined;
  if (own) return own.map((value) => JSON.stringify(value));
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return items ? valuesOf(items) : variants.flatMap(valuesOf);
};

function boundsOf(schema: JsonSchema): string {
  const number = (keyword: string) => {
    const value = schema[keyword];
    // Limits of the number format itself say nothing.
    return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
  };
  const between = (least: string, most: string, unit: string) => {
    const [from, to] = [number(least), number(most)];
    if (from === undefined && to === undefined) return '';
    if (from === undefined) return `At most ${to}${unit}.`;
    return to === undefined ? `At least ${from}${unit}.` : `From ${from} to ${to}${unit}.`;
  };
  return [
    between('minimum', 'maximum', ''),
    between('minLength', 'maxLength', ' characters'),
    between('minItems', 'maxItems', ' entries'),
    schema['default'] === undefined ? '' : `${JSON.stringify(schema['default'])} where it is absent.`,
  ]
    .filter(Boolean)
    .join(' ');
}
