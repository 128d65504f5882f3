import { Link } from '@tanstack/react-router';
import * as texts from './frame.texts.ts';

const pages = [
  { to: '/about-us', label: texts.aboutUs },
  { to: '/privacy-policy', label: texts.privacyPolicy },
  { to: '/terms-and-conditions', label: texts.termsAndConditions },
  { to: '/contact-us', label: texts.contactUs },
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
        <span>{texts.lastUpdated}</span>
      </div>
    </footer>
  );
}
