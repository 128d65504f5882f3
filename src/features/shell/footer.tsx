import { Link } from '@tanstack/react-router';

/** When the pages that the footer leads to last changed. */
const lastUpdated = 'November 21, 2026';

const pages = [
  { to: '/about-us', label: 'About us' },
  { to: '/privacy-policy', label: 'Privacy policy' },
  { to: '/terms-and-conditions', label: 'Terms and conditions' },
  { to: '/contact-us', label: 'Contact us' },
] as const;

export function Footer() {
  return (
    <footer className="border-line border-t px-4 py-6 text-muted text-sm">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-center gap-x-6 gap-y-2">
        {pages.map(({ to, label }) => (
          <Link key={to} to={to} className="flex min-h-6 items-center text-muted hover:text-ink">
            {label}
          </Link>
        ))}
        <span>Last updated {lastUpdated}</span>
      </div>
    </footer>
  );
}
