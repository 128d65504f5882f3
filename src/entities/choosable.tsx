import type { ReactNode } from 'react';
import type { UserType } from '#db/tables/columns.ts';
import { Checkbox } from '#src/components/checkbox.tsx';
import { wholeName } from '#src/lib/shown-name.ts';
import { texts } from './choosable.texts.ts';

/** Whether people of a list are chosen, and how one chooses them. */
export interface Choice {
  isChosen: (id: string) => boolean;
  onChange: (id: string, isChosen: boolean) => void;
}

interface ChoosableProps {
  /** Absent where nobody is chosen. */
  choice: Choice | undefined;
  user: { _id: string; name: string; userType: UserType };
  /** The row of the user. */
  children: ReactNode;
}

/** A row of a list of people with a box to tick before it. */
export function Choosable({ choice, user, children }: ChoosableProps) {
  if (!choice) return children;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center pl-4">
      <Checkbox
        label={<span className="sr-only">{texts.choose(wholeName(user.name, user.userType))}</span>}
        className="relative z-10 -mr-3 gap-0"
        checked={choice.isChosen(user._id)}
        onCheckedChange={(checked) => choice.onChange(user._id, checked === true)}
      />
      {children}
    </div>
  );
}
