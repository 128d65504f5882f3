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
 * A menu or panel that is not worth its weight on every page. Its button stands alone at first; the code comes when
 * a pointer or the focus is near, and the press that asked for it opens it.
 * @param popup what opens, for those who hear the button
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
