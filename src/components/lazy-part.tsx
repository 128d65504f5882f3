import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import * as texts from './texts.ts';
import { toast } from './toast.ts';

interface NotLoadedProps<Props> {
  /** What the part would have got. */
  props: Props;
  /** Fetches the code again. */
  onRetry: () => void;
}

/**
 * Returns a part whose code comes when it is first rendered. Where the code cannot be had, as without a network,
 * `NotLoaded` takes its place; the next time that the part is rendered, the code is fetched again. Stands in a
 * `Suspense`.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  NotLoaded: ComponentType<NotLoadedProps<Props>> = TryAgain,
): ComponentType<Props> {
  type Attempt = ComponentType<NotLoadedProps<Props>>;
  let latest: Attempt | undefined;
  const drop = (failed: Attempt) => {
    if (latest === failed) latest = undefined;
  };
  function take() {
    if (latest) return latest;
    const attempt: Attempt = lazy(() =>
      load().then(
        (Part): { default: Attempt } => ({ default: ({ props }) => <Part {...props} /> }),
        () => ({
          default: function Failed(given: NotLoadedProps<Props>) {
            // Not before it is shown: what is suspended is rendered anew, and would fetch without end.
            useEffect(() => drop(attempt), []);
            return <NotLoaded {...given} />;
          },
        }),
      ),
    );
    latest = attempt;
    return attempt;
  }
  return function LazyPart(props) {
    const [Current, setCurrent] = useState(take);
    const retry = () => {
      drop(Current);
      setCurrent(take());
    };
    return <Current props={props} onRetry={retry} />;
  };
}

/** What stands in the place of a part by default. */
function TryAgain({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-muted text-sm">
      {texts.couldNotBeLoaded}
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  );
}

/**
 * Returns a dialog whose code comes when it is opened. Where the code cannot be had, the dialog closes again, what opened
 * it stays, and a toast says why.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = lazyPart(load, Closed);
  return (props) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}

function Closed({ props: { onClose } }: NotLoadedProps<{ onClose: () => void }>) {
  useEffect(() => {
    toast.failed(texts.couldNotBeLoaded);
    onClose();
    // Once: the parent may hand down another function with each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
}
