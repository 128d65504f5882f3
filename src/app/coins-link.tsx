import { Link } from '#src/components/link.tsx';
import * as texts from './texts.ts';

/** Leads to what costs coins, in a tab of its own: what was typed here stays. */
export function CoinsLink() {
  return (
    <Link to="/wallet" hash="prices" target="_blank">
      {texts.howCoinsWork}
    </Link>
  );
}
