import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { PageData } from '#server/public-pages/page-data.schema.ts';
import { queriesOf } from './app/api.ts';
import { keepPageData } from './app/keep-page-data.ts';
import { QueriesContext } from './app/late-queries.ts';
import { PageDataProvider } from './app/page-data.tsx';
import { newRouter } from './router.tsx';

/** Renders what a visitor sees at an address, for the server's first response. The program replaces it by the same. */
export async function render(path: string, data: PageData): Promise<string> {
  const queries = new QueryClient();
  keepPageData(queries, data);
  const router = newRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const html = renderToString(
    <QueryClientProvider client={queries}>
      <QueriesContext.Provider value={queriesOf(queries)}>
        <PageDataProvider value={data}>
          <RouterProvider router={router} />
        </PageDataProvider>
      </QueriesContext.Provider>
    </QueryClientProvider>,
  );
  // The policy forbids styles in the markup: `boot.js` sets them. In texts, quotes are escaped.
  return html.replaceAll(' style="', ' data-style="');
}
