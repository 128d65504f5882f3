import { createContext, use, useState } from 'react';
import { type PageData, pageDataId } from '#server/public-pages/page-data.schema.ts';

/** How long what came with a page is as good as what would be fetched, in milliseconds. */
const goodFor = 5 * 60_000;

const PageDataContext = createContext<PageData>({});

/** Hands screens what came with the page. */
export const PageDataProvider = PageDataContext.Provider;

const isGood = () => import.meta.env.SSR || performance.now() < goodFor;

/** Returns what came with the page that a visitor has opened; nothing once that is a while ago. */
export function usePageData(): PageData {
  const data = use(PageDataContext);
  const [isStillGood] = useState(isGood);
  return isStillGood ? data : {};
}

/** Whether the newest posts came with the page, so that nothing has to be fetched to show them. */
export const cameWithPosts = (): boolean =>
  import.meta.env.SSR || (isGood() && readPageData().newest !== undefined);

let read: PageData | undefined;

/** Returns what came with this page. */
export function readPageData(): PageData {
  if (typeof document === 'undefined') return {};
  read ??= JSON.parse(document.getElementById(pageDataId)?.textContent ?? '{}') as PageData;
  return read;
}

/** Notes that the page is not the server's any more; see `boot.js`. */
export const dropPageData = (): void => document.getElementById(pageDataId)?.remove();
