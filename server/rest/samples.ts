/** A call, as samples of code show it. */
export interface SampleCall {
  method: string;
  /** The route below `/api`, with parameters in braces. */
  path: string;
  /** The typed procedure that does the same, by its dotted path. */
  procedure: string;
  /** Parameters and the fields of the body together. */
  input: Record<string, unknown>;
  /** Fields that are in the path or in the query. */
  inPath: readonly string[];
  inQuery: readonly string[];
  /** Whether it takes a body, be it an empty one. */
  hasBody: boolean;
  needsToken: boolean;
}

/** Returns a call as a command of a shell. The token is in the environment, where no history keeps it. */
export function curlSample(call: SampleCall, publicUrl: string): string {
  const { method, path, input, inPath, inQuery, hasBody, needsToken } = call;
  const address = inPath.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(input[name] ?? ''))),
    `${publicUrl}/api${path}`,
  );
  const query = new URLSearchParams(
    inQuery.flatMap((name) => (input[name] === undefined ? [] : [[name, asText(input[name])]])),
  ).toString();
  const verb = method.toUpperCase();
  const implied = hasBody ? 'POST' : 'GET';
  const parts = [
    `curl ${verb === implied ? '' : `-X ${verb} `}${quote(query ? `${address}?${query}` : address)}`,
    needsToken && '-H "Authorization: Bearer $GATHERWELL_TOKEN"',
    hasBody && `--json ${quote(JSON.stringify(bodyOf(call)))}`,
  ];
  return parts.filter(Boolean).join(' \\\n  ');
}

/** Returns a call as a program that uses the typed client. */
export function typeScriptSample(call: SampleCall, publicUrl: string): string {
  const { method, procedure, input, inPath, inQuery, hasBody, needsToken } = call;
  const options = [`url: '${publicUrl}'`, needsToken && 'token: process.env.GATHERWELL_TOKEN'];
  const verb = method.toUpperCase() === 'GET' ? 'query' : 'mutate';
  const takesInput = hasBody || inPath.length > 0 || inQuery.length > 0;
  const sent = takesInput ? literal(input, '') : '';
  return `import { createClient } from 'gatherwell-client';

const api = createClient({ ${options.filter(Boolean).join(', ')} });
const result = await api.${procedure}.${verb}(${sent});
console.log(result);
`;
}

/** The body of a call. */
export const bodyOf = ({ input, inPath, inQuery }: Pick<SampleCall, 'input' | 'inPath' | 'inQuery'>) =>
  Object.fromEntries(
    Object.entries(input).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name)),
  );

const asText = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** A text as one word of a shell. */
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A value as a program writes it. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((entry) => literal(entry, inner))
    : Object.entries(value).map(([name, field]) => `${keyOf(name)}: ${literal(field, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (entries.length === 0) return `${open}${close}`.replaceAll(' ', '');
  const line = `${open}${entries.join(', ')}${close}`;
  if (indent.length + line.length < 80 && !line.includes('\n')) return line;
  return `${open.trim()}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close.trim()}`;
}

const keyOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);
