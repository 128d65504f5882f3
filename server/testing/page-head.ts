import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** What a program that runs no script reads in the head of a page. */
export interface ReadHead {
  title: string;
  /** The content of each `meta`, by its name or property; the last one where there are several. */
  meta: Record<string, string>;
  canonical: string | undefined;
  /** Of each script element with data. */
  data: unknown[];
  /** The names of the elements in the head, in their order. */
  elements: string[];
}

/** Parses a page as browsers do. */
export function readHead(html: string): ReadHead {
  const page = parse(html).childNodes.find(isElement);
  const elements = page?.childNodes.find(isElement)?.childNodes.filter(isElement) ?? [];
  const attribute = (element: Element, name: string) =>
    element.attrs.find((attribute) => attribute.name === name)?.value;
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  return {
    title: named('title').map(textOf).join('|'),
    meta: Object.fromEntries(
      named('meta').map((element) => [
        attribute(element, 'name') ?? attribute(element, 'property') ?? '',
        attribute(element, 'content') ?? '',
      ]),
    ),
    canonical: named('link')
      .filter((element) => attribute(element, 'rel') === 'canonical')
      .map((element) => attribute(element, 'href') ?? '')
      .at(-1),
    data: named('script')
      .filter((element) => attribute(element, 'type') === 'application/ld+json')
      .map((element) => JSON.parse(textOf(element)) as unknown),
    elements: elements.map(({ tagName }) => tagName),
  };
}

type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: DefaultTreeAdapterTypes.Node): node is Element => 'tagName' in node;

const textOf = (element: Element) =>
  element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
