import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  Suspense,
  startTransition,
  useState,
} from 'react';

/** What a part that comes on demand gets: the button that opens it, and whether it is to be open from the start. */
export interface OnDemandProps {
  children: ReactElement<ComponentProps<'button'>>;
  defaultOpen: boolean;
}

/**
 * Returns a menu or panel whose code is too large for every page. At first only its button is rendered; the code loads
 * when the pointer or the focus comes near, and a press before that opens it once it has loaded.
 * @param popup what opens, for screen readers
 * @param load brings the part, which renders the button and what it opens
 */
export function onDemand<Props extends OnDemandProps>(
  popup: 'menu' | 'dialog',
  load: () => Promise<ComponentType<Props>>,
) {
  const Part = lazy(async () => ({ default: await load() }));

  return function OnDemand(props: Omit<Props, 'defaultOpen'>) {
    const [isWanted, setIsWanted] = useState(false);
    const fetchAhead = () => void load();
    const whole = { ...props, defaultOpen: true } as Props;
    return (
      <Suspense>
        {isWanted ? (
          <Part {...whole} />
        ) : (
          cloneElement(props.children, {
            'aria-haspopup': popup,
            'aria-expanded': false,
            onPointerEnter: fetchAhead,
            onFocus: fetchAhead,
            // In a transition, the button stays, with its focus, until the code is there.
            onClick: () => startTransition(() => setIsWanted(true)),
          })
        )}
      </Suspense>
    );
  };
}
