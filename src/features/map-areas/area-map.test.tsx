import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { observable } from '@trpc/server/observable';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RouterOutputs, trpc } from '#src/app/api.ts';
import { AreaMap } from './area-map.tsx';

/** What is shown where an area has no outline. Nothing else of a map is drawn here. */
const approximate = 'Circles are approximate';
const path = '/media/areas/carol/city.kml';
const waitOptions = { timeout: 10_000 };

/** A file of one area. */
const kml = (description: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Toronto</name>${description}<Point><coordinates>-79,43</coordinates></Point></Placemark></kml>`;

let files: RouterOutputs['mapAreas']['files']['files'];
let file: string;

/** A request that receives the file. */
class FileRequest {
  status = 404;
  responseXML: Document | undefined;
  onload: (() => void) | undefined;
  open(_method: string, address: string) {
    if (address === path) this.status = 200;
  }
  overrideMimeType() {}
  send() {
    this.responseXML = new DOMParser().parseFromString(file, 'text/xml');
    queueMicrotask(() => this.onload?.());
  }
}

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('XMLHttpRequest', FileRequest);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('outlines are fetched anew once their file was made anew under its path', async () => {
  files = [{ type: 'city', status: 'ready', path, version: 1 }];
  file = kml('<description>A circle.</description>');
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            const data = op.path === 'mapAreas.files' ? { areas: ['Toronto'], files } : { styleUrl: null };
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          }),
    ],
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <AreaMap organizationId="carol" name="Carol’s Kitchen" />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain(approximate), waitOptions);

  files = [{ type: 'city', status: 'ready', path, version: 2 }];
  file = kml('');
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'area files' });
  await vi.waitFor(() => expect(document.body.textContent).not.toContain(approximate), waitOptions);
  root.unmount();
});
