import { isolate } from '../isolate.schema.ts';
import { type PageData, pageDataId } from './page-data.schema.ts';

/** What the head of a page says of it to programs that run no script: search engines, and whoever shows a preview. */
export interface PageHead {
  /** Without the name of the product. */
  title: string;
  description: string;
  /** The one address of the page, absolute. */
  address: string;
  kind: 'article' | 'profile' | 'website';
  picture: HeadPicture | undefined;
  /** Whether search engines may list the page. */
  isIndexed: boolean;
  /** What the page is about, in the terms of schema.org. */
  data: object | undefined;
}

interface HeadPicture {
  /** Absolute. */
  address: string;
  /** Pixels, where they are known. */
  size: { width: number; height: number } | undefined;
  description: string;
  /** Whether it is worth the width of a preview; else it stands small beside the text. */
  isLarge: boolean;
}

/** Returns the elements of a page's head, each in a line. */
export function writeHead({ title, description, address, kind, picture, isIndexed, data }: PageHead): string {
  return [
    `<title>${escapeHtml(isolate(title))} · Gatherwell</title>`,
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    meta('name', 'description', description),
    ...(isIndexed ? [] : [meta('name', 'robots', 'noindex')]),
    meta('property', 'og:site_name', 'Gatherwell'),
    meta('property', 'og:type', kind),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    ...(picture ? pictureOf(picture) : []),
    meta('name', 'twitter:card', picture?.isLarge ? 'summary_large_image' : 'summary'),
    ...(data ? [`<script type="application/ld+json">${escapeJson(data)}</script>`] : []),
  ].join('\n    ');
}

const pictureOf = ({ address, size, description }: HeadPicture) => [
  meta('property', 'og:image', address),
  meta('property', 'og:image:type', 'image/webp'),
  ...(size
    ? [
        meta('property', 'og:image:width', String(size.width)),
        meta('property', 'og:image:height', String(size.height)),
      ]
    : []),
  meta('property', 'og:image:alt', description),
];

/** Networks read `property` where Open Graph defines the name, and `name` elsewhere. */
const meta = (by: 'name' | 'property', name: string, content: string) =>
  `<meta ${by}="${name}" content="${escapeHtml(content)}" />`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns a text as the content of an element, or of an attribute in quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** Returns JSON for a script element: nothing in it ends the element, begins a comment or ends a line. */
const escapeJson = (data: object): string =>
  JSON.stringify(data).replaceAll(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A screen as markup. */
export interface RenderedScreen {
  html: string;
  /** What it was made of, for the app. */
  data: PageData;
}

/** Markup of a screen for visitors, by its path and what it is made of. */
export type RenderScreen = (path: string, data: PageData) => Promise<string>;

/** The page of the built app, with which every screen begins. */
export interface AppShell {
  /** As it was built. */
  html: string;
  /** Returns it with another head in the place of its title and description, and with what the screen shows. */
  with(page: { head?: string | undefined; screen?: RenderedScreen | undefined }): string;
}

/** Where the screen stands. */
const emptyRoot = '<div id="root"></div>';

/** Takes the built page apart. Throws where it has no title. */
export function createAppShell(html: string): AppShell {
  const [description] = /<meta name="description"[^>]*>\s*/.exec(html) ?? [''];
  const [title] = /<title>[^<]*<\/title>/.exec(html) ?? [];
  if (!title) throw new Error('The page of the app has no title.');
  // Where there is text at once, the font is in time for it only when it is asked for before `boot.js` is there.
  const [, font] = /data-font="([^"]*)"/.exec(html) ?? [];
  const headEnd = `${font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin="" />` : ''}</head>`;
  // What is to be read is there without the program, which `boot.js` starts once that is painted.
  const moduleScript = /<script type="module"[^>]* src="([^"]*)"><\/script>\s*/g;
  const program = [...html.matchAll(moduleScript)].map(([, address]) => address).join(' ');
  const screenPage = html
    .replaceAll(moduleScript, '')
    .replace('src="/boot.js"', program ? `src="/boot.js" data-program="${program}"` : '$&')
    .replace('</head>', headEnd);
  return {
    html,
    with({ head, screen }) {
      // Functions: what is put in may contain the marks that `replace` reads.
      const page = screen ? screenPage : html;
      const headed = head === undefined ? page : page.replace(description, '').replace(title, () => head);
      if (!screen) return headed;
      const data = `<script type="application/json" id="${pageDataId}">${escapeJson(screen.data)}</script>`;
      return headed.replace(emptyRoot, () => `<div id="root">${screen.html}</div>\n    ${data}`);
    },
  };
}
