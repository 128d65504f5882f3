import { Link } from '#src/components/link.tsx';

/** Leads to what costs coins, in a tab of its own: what was typed here stays. */
export function CoinsLink() {
  return (
    <Link to="/wallet" hash="prices" target="_blank">
      How coins work
    </Link>
  );
}
