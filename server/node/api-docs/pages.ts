import { html, raw } from 'hono/html';
import { Marked } from 'marked';
import { errorReasons, type Reason } from '#server/error-reasons.ts';
import { needsToken } from '#server/rest/compare-documents.ts';
import { type DescribedLimit, generalReasons, listReasons } from '#server/rest/errors.ts';
import type { JsonSchema } from '#server/rest/json-schema.ts';
import { realtimeReference } from '#server/rest/realtime.ts';
import { bodyOf, curlSample, type SampleCall, typeScriptSample } from '#server/rest/samples.ts';
import { type Markup, noteOf, renderFields, typeText } from './schema-fields.ts';

/** The API document, as far as the reference shows it. */
export interface ApiDocument {
  info: { 'x-rate-limits': DescribedLimit[] };
  servers: [{ url: string }];
  components: { parameters: Record<string, Parameter>; responses: Record<string, Described> };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
}
interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: object[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, Described | { $ref: string }>;
  'x-procedure'?: string;
}
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema?: JsonSchema;
  content?: Content;
  example?: unknown;
}
interface Described {
  description: string;
  content?: Content;
  'x-reasons'?: Reason[];
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/** Texts of the guide that stand in files of their own. */
export interface GuideTexts {
  guide: string;
  versioning: string;
}

/** An operation or a webhook, with where it is. */
interface Entry {
  operation: Operation;
  /** `GET`, or `Webhook`. */
  method: string;
  /** The route below `/api`, or the event. */
  path: string;
}

// What stands in descriptions is text: none of it is markup.
const marked = new Marked({
  renderer: {
    html: ({ text }) => (/^<!-- [\w-]+ -->\s*$/.test(text) ? '' : String(html`${text}`)),
    code: ({ text, lang }) => String(codeBlock(text, lang ?? 'text')),
    table({ header, rows }) {
      const cells = (row: typeof header, tag: 'th' | 'td') =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
      const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
      return `<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`;
    },
  },
});
const markdown = (text: string): Markup => raw(marked.parse(text, { async: false }));

/** Code with a button that copies it. */
const codeBlock = (text: string, title: string): Markup =>
  html`<div class="code"><div class="code-head"><span>${title}</span><button type="button" class="button quiet" data-copy>Copy<span class="unseen"> ${title}</span></button></div><pre tabindex="0" role="group" aria-label="${title}"><code>${text.trimEnd()}</code></pre></div>`;

/** The operations and the webhooks of a document, in its order. */
function entriesOf(document: ApiDocument): Entry[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ operation, method: method.toUpperCase(), path })),
  );
  const webhooks = Object.entries(document.webhooks).map(([path, { post }]) => ({
    operation: post,
    method: 'Webhook',
    path,
  }));
  return [...operations, ...webhooks];
}

/** The first page: how to begin, and every operation. */
export function renderStart(document: ApiDocument, texts: GuideTexts): string {
  const publicUrl = publicUrlOf(document);
  const entries = entriesOf(document);
  const guide = texts.guide
    .replaceAll('{{url}}', publicUrl)
    .replace('{{curl}}', () => firstCall(document, curlSample))
    .replace('{{typescript}}', () => firstCall(document, typeScriptSample))
    .replace('{{failure}}', () =>
      JSON.stringify(
        {
          success: false,
          message: 'This is not a valid email',
          data: null,
          reason: 'validation',
          fields: { email: 'This is not a valid email' },
        },
        null,
        2,
      ),
    )
    .replace('{{reasons}}', () => listReasons(generalReasons))
    .replace('{{limits}}', () => generalLimits(document))
    .replace('{{realtime}}', () => realtimeReference)
    .replace('{{versioning}}', () => texts.versioning);
  const [, ...parts] = guide.split(/<!-- ([\w-]+) -->\n/);
  const sections = parts.flatMap((id, index) =>
    index % 2 === 0 ? [{ id, text: parts[index + 1] ?? '' }] : [],
  );
  const titleOf = (text: string) => /^## (.*)$/m.exec(text)?.[1] ?? '';
  const tags = Map.groupBy(entries, ({ operation }) => operation.tags[0]);
  const content = html`
    <h1>Gatherwell API</h1>
    <p class="lead">Everything that Gatherwell’s own program does, yours can do: ${entries.length} operations as REST and as typed procedures.</p>
    <nav aria-label="Start here" class="start"><h2>Start here</h2><ol>${sections.map(
      ({ id, text }) => html`<li><a href="#${id}">${titleOf(text)}</a></li>`,
    )}<li><a href="#operations">Operations</a></li></ol></nav>
    ${sections.map(({ id, text }) => html`<section id="${id}" class="prose">${markdown(text)}</section>`)}
    <section id="operations" aria-labelledby="operations-title">
      <h2 id="operations-title">Operations</h2>
      <p role="status" id="found" class="muted">${entries.length} operations</p>
      ${[...tags].map(
        ([tag, those]) =>
          html`<section id="tag-${tag}" class="tag"><h3>${tag}</h3><ul>${those.map(
            ({ operation, method, path }) =>
              html`<li data-words="${`${operation.operationId} ${operation.summary} ${method} ${path} ${tag}`.toLowerCase()}"><a href="/api/docs/${operation.operationId}"><span class="method">${method}</span><code>${path}</code><span class="summary">${operation.summary}</span></a></li>`,
          )}</ul></section>`,
      )}
    </section>`;
  return page('Gatherwell API', content);
}

/** The page of an operation or a webhook; undefined where there is none of that name. */
export function renderOperation(document: ApiDocument, operationId: string): string | undefined {
  const entry = entriesOf(document).find(({ operation }) => operation.operationId === operationId);
  if (!entry) return undefined;
  const { operation, method, path } = entry;
  const parameters = (operation.parameters ?? []).map((one) =>
    '$ref' in one ? (document.components.parameters[nameOf(one)] as Parameter) : one,
  );
  const body = operation.requestBody?.content['application/json'];
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const response = success && !('$ref' in success) ? success : undefined;
  const answer = response?.content?.['application/json'];
  const data = answer?.schema.properties?.['data'];
  const call = operation['x-procedure'] === undefined ? undefined : callOf(entry);
  const publicUrl = publicUrlOf(document);
  const content = html`
    <p><a href="/api/docs#operations">All operations</a></p>
    <h1>${operation.summary}</h1>
    <p class="address"><span class="method">${method}</span> <code>${method === 'Webhook' ? path : `/api${path}`}</code></p>
    <p class="muted">Operation id <code>${operation.operationId}</code></p>
    <div class="prose">${markdown(operation.description ?? '')}</div>
    ${
      parameters.length > 0
        ? html`<section aria-labelledby="parameters"><h2 id="parameters">Parameters</h2><ul class="fields">${parameters.map(renderParameter)}</ul></section>`
        : ''
    }
    ${
      body
        ? html`<section aria-labelledby="body"><h2 id="body">${method === 'Webhook' ? 'What is posted' : 'Body'}</h2>${renderFields(body.schema, markdown)}${
            body.example === undefined || call ? '' : codeBlock(asJson(body.example), 'Example')
          }</section>`
        : ''
    }
    ${
      call
        ? html`<section aria-labelledby="samples"><h2 id="samples">Samples</h2>${codeBlock(typeScriptSample(call, publicUrl), 'TypeScript')}${codeBlock(curlSample(call, publicUrl), 'curl')}</section>`
        : ''
    }
    <section aria-labelledby="response"><h2 id="response">Response</h2>${
      answer
        ? html`${data && (renderFields(data, markdown) || html`<p><code class="name">data</code> <span class="type">${typeText(data)}</span></p>`)}${answer.example === undefined ? '' : codeBlock(asJson(answer.example), 'Example response')}`
        : html`<ul class="fields">${Object.entries(operation.responses).flatMap(([status, one]) =>
            '$ref' in one
              ? []
              : [html`<li><p><code class="name">${status}</code></p>${markdown(one.description)}</li>`],
          )}</ul>`
    }</section>
    ${method === 'Webhook' ? '' : renderErrors(document, operation)}
    ${call ? renderTryIt(call, operation, parameters) : ''}`;
  return page(`${operation.summary} · Gatherwell API`, content);
}

function renderParameter(parameter: Parameter): Markup {
  const schema = schemaOf(parameter);
  const fields = renderFields(schema, markdown);
  return html`<li>
    <p><code class="name">${parameter.name}</code> <span class="type">${typeText(schema)}, in the ${parameter.in}</span>${
      parameter.required ? html` <span class="required">required</span>` : ''
    }</p>
    ${noteOf({ ...schema, ...(parameter.description !== undefined && { description: parameter.description }) }, markdown)}
    ${fields && html`<details class="nested"><summary>Fields of ${parameter.name}</summary>${fields}</details>`}
  </li>`;
}

function renderErrors(document: ApiDocument, operation: Operation): Markup {
  const reasons = Object.entries(operation.responses).flatMap(([status, response]) => {
    if (status === 'default') return [];
    const found = '$ref' in response ? document.components.responses[nameOf(response)] : response;
    return found?.['x-reasons'] ?? [];
  });
  return html`<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
    ${
      reasons.length > 0
        ? html`<ul class="fields">${reasons.map(
            (reason) =>
              html`<li><p><span class="status">${errorReasons[reason][0]}</span> <code class="name">${reason}</code></p><div class="note">${markdown(errorReasons[reason][1])}</div></li>`,
          )}</ul>`
        : ''
    }
    <p>And <a href="/api/docs#errors">what any call may be refused for</a>.</p></section>`;
}

function renderTryIt(call: SampleCall, operation: Operation, parameters: Parameter[]): Markup {
  const inAddress = parameters.filter(({ in: place }) => place !== 'header');
  const exampleOf = (name: string) => {
    const value = call.input[name];
    if (value === undefined) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return html`<section aria-labelledby="try"><h2 id="try">Try it</h2>
    <form id="try-it" class="try" data-method="${call.method.toUpperCase()}" data-path="${call.path}" novalidate>
      <p class="muted">This calls the server that you read this on, as yourself. The token stays in this page, and is gone when you leave it.</p>
      <label>Personal access token${needsToken(operation) ? '' : ' (optional here)'}<input name="token" type="password" autocomplete="off" spellcheck="false"></label>
      ${inAddress.map(
        ({ name, in: place, required }) =>
          html`<label>${name}${required ? ' (required)' : ''}<input data-in="${place}" data-name="${name}" value="${place === 'path' && /Id$|^id$|^[ab]$/.test(name) ? '' : exampleOf(name)}" autocomplete="off" spellcheck="false"></label>`,
      )}
      ${call.hasBody ? html`<label>Body<textarea data-in="body" rows="8" spellcheck="false">${asJson(bodyOf(call))}</textarea></label>` : ''}
      <button class="button primary">Send</button>
      <div role="status" id="outcome" class="outcome"></div>
      <pre id="answer" tabindex="0" role="group" aria-label="Response" hidden></pre>
    </form></section>`;
}

/** What samples show of an operation: its example. */
function callOf({ operation, method, path }: Entry): SampleCall {
  const own = (operation.parameters ?? []).filter((one): one is Parameter => !('$ref' in one));
  const named = (place: string) => own.filter((one) => one.in === place).map(({ name }) => name);
  const body = operation.requestBody?.content['application/json'];
  const shown = own.flatMap((one) => {
    const value = one.example ?? one.content?.['application/json']?.example;
    return value === undefined ? [] : [[one.name, value] as const];
  });
  return {
    method,
    path,
    procedure: operation['x-procedure'] ?? '',
    input: { ...Object.fromEntries(shown), ...(body?.example as object | undefined) },
    inPath: named('path'),
    inQuery: named('query'),
    hasBody: body !== undefined,
    needsToken: needsToken(operation),
  };
}

/** The samples of every operation that is a procedure, by its id. */
export const samplesOf = (document: ApiDocument): { operationId: string; call: SampleCall }[] =>
  entriesOf(document).flatMap((entry) =>
    entry.operation['x-procedure'] === undefined
      ? []
      : [{ operationId: entry.operation.operationId, call: callOf(entry) }],
  );

/** The call of the guide: the next posts of a feed. */
function firstCall(document: ApiDocument, write: typeof curlSample): string {
  const found = entriesOf(document).find(({ operation }) => operation.operationId === 'listFeed');
  if (!found) throw new Error('There is no listFeed, with which the guide begins.');
  return write({ ...callOf(found), input: { limit: 5 } }, publicUrlOf(document)).trimEnd();
}

/** The limits that every call counts for, as a Markdown list. */
const generalLimits = ({ info }: ApiDocument) =>
  info['x-rate-limits'].map(({ text }) => `- ${text}`).join('\n');

const publicUrlOf = ({ servers: [{ url }] }: ApiDocument) => url.replace(/\/api$/, '');
const nameOf = ({ $ref }: { $ref: string }) => $ref.slice($ref.lastIndexOf('/') + 1);
const schemaOf = ({ schema, content }: Parameter) => schema ?? content?.['application/json']?.schema ?? {};
const asJson = (value: unknown) => JSON.stringify(value, null, 2);

function page(title: string, content: Markup): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/api/docs/style.css">
  <script src="/api/docs/page.js"></script>
</head>
<body>
  <a class="skip" href="#content">Skip to the content</a>
  <header class="bar">
    <a class="brand" href="/api/docs" aria-label="Gatherwell API"><img src="/icon.svg" alt="" width="32" height="32"><span>Gatherwell API</span></a>
    <form role="search" action="/api/docs"><input type="search" name="q" aria-label="Search operations" placeholder="Search operations" autocomplete="off" spellcheck="false"></form>
  </header>
  <main id="content" tabindex="-1">${content}</main>
  <div id="copied" class="unseen" role="status"></div>
</body>
</html>`);
}
