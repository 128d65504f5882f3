/** A node of the syntax tree, as far as the rule looks at it. */
interface Syntax {
  type: string;
  value?: unknown;
  name?: { name?: unknown };
  parent?: Syntax;
  [part: string]: unknown;
}

interface RuleContext {
  report(finding: { node: Syntax; message: string }): void;
}

/** Attributes whose value people read or hear; `enterKeyHint` names a key to the browser. */
const readAttributes =
  /^(?!enterKeyHint$)(?:alt|aria-label|deed|description|empty|help|hint|intro|label|lead|note|notFound|onward|placeholder|problem|summary|term|text|things?|title|\w+(?:Hint|Label|Text|Title))$/;

/** Properties that hold such values: of options, columns, toasts. */
const readProperties =
  /^(?:alt|description|emptyText|help|hint|label|placeholder|title|\w+(?:Hint|Label|Title))$/;

/** Texts that are shown hold a word. */
const isWords = (text: unknown) => typeof text === 'string' && /[A-Za-z]{2}/.test(text);

/** Whether a text begins as people write, and not as a program's own words do. */
const isSentence = ({ value, quasis }: Syntax) =>
  /^\s*[\p{Lu}$]/u.test(String(value ?? (quasis as { value: { raw: string } }[])[0]?.value.raw));

/** Returns the texts that an expression becomes: itself, or what it chooses between. */
function textsOf(node: Syntax): Syntax[] {
  switch (node.type) {
    case 'Literal':
      return isWords(node.value) ? [node] : [];
    case 'TemplateLiteral':
      return (node['quasis'] as { value: { raw: string } }[]).some(({ value }) => isWords(value.raw))
        ? [node]
        : [];
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].flatMap((part) => textsOf(part as Syntax));
    case 'LogicalExpression':
      return textsOf(node['right'] as Syntax);
    case 'JSXExpressionContainer':
      return textsOf(node['expression'] as Syntax);
    default:
      return [];
  }
}

/** Whether a text is read by people, and no name that a program uses: it begins as a sentence, or has a word by itself. */
const isRead = (text: Syntax) =>
  isSentence(text) ||
  [
    text.value,
    ...((text['quasis'] ?? []) as { value: { raw: string } }[]).map(({ value }) => value.raw),
  ].some((part) => typeof part === 'string' && /\s[A-Za-z’]{2,}|[A-Za-z’]{2,}\s/.test(part));

/** Whether a function makes the name of a lane of mutations, which nobody reads. */
const namesLane = ({ parent }: Syntax) =>
  [parent?.['id'], parent?.['key']].some((name) => /^lane$|Lane$/.test(String((name as Syntax)?.name)));

/** A plugin for oxlint: a feature's texts stand in its `texts.ts`, so that there can be other languages. */
const plugin = {
  meta: { name: 'texts' },
  rules: {
    /** For helpers, whose results are shown. */
    returned: {
      create(context: RuleContext) {
        const look = (node: unknown) =>
          node &&
          textsOf(node as Syntax)
            .filter(isRead)
            .forEach((text) =>
              context.report({ node: text, message: 'Texts stand in texts.ts, or in a file beside it.' }),
            );
        return {
          ReturnStatement: ({ argument }: Syntax) => look(argument),
          ArrowFunctionExpression: (node: Syntax) => namesLane(node) || look(node['body']),
          AssignmentPattern: ({ right }: Syntax) => look(right),
          ArrayExpression: ({ elements }: Syntax) => (elements as unknown[]).forEach(look),
        };
      },
    },
    apart: {
      create(context: RuleContext) {
        const report = (node: Syntax) =>
          context.report({
            node,
            message: 'Texts stand in texts.ts, or in a file beside it for what loads alone.',
          });
        const lookInside = (element: Syntax) => {
          for (const child of element['children'] as Syntax[])
            if (child.type === 'JSXText' ? isWords(child.value) : child.type === 'JSXExpressionContainer')
              (child.type === 'JSXText' ? [child] : textsOf(child)).forEach(report);
        };
        return {
          Property({ key, value, computed }: Syntax) {
            const name = (key as Syntax).name ?? (key as Syntax).value;
            if (!computed && typeof name === 'string' && readProperties.test(name))
              textsOf(value as Syntax)
                .filter(isSentence)
                .forEach(report);
          },
          CallExpression({ callee, arguments: [message] }: Syntax & { arguments: Syntax[] }) {
            const { object, property } = callee as { object?: Syntax; property?: Syntax };
            if (
              String(object?.name) === 'toast' &&
              /^(?:success|later|failed)$/.test(String(property?.name)) &&
              message
            )
              textsOf(message).forEach(report);
          },
          JSXElement: lookInside,
          JSXFragment: lookInside,
          JSXAttribute({ name, value }: Syntax) {
            const attribute = name?.name;
            if (typeof attribute === 'string' && readAttributes.test(attribute) && value)
              textsOf(value as Syntax).forEach(report);
          },
        };
      },
    },
  },
};

// Oxlint loads the default export.
export default plugin;
