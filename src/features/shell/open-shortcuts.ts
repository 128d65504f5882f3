let listener: (() => void) | undefined;

/** Opens the list of shortcuts from elsewhere: the part that shows it comes later than the menus. */
export const openShortcuts = {
  open: (): void => listener?.(),
  /** Calls `next` when the list is to be opened; returns an unsubscribe function. */
  listen: (next: () => void): (() => void) => {
    listener = next;
    return () => {
      if (listener === next) listener = undefined;
    };
  },
};
