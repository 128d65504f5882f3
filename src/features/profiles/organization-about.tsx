import { Globe, IdCard, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardHeader } from '#src/components/card.tsx';
import { ContactLink, ExternalLink } from '#src/components/link.tsx';
import { countryName } from './country-name.ts';
import { Names } from './names.tsx';
import type { PublicInfo } from './profile-frame.tsx';
import * as texts from './profile-page.texts.ts';

interface OrganizationAboutProps {
  info: PublicInfo;
  /** The areas that it serves, on a map. */
  map: ReactNode;
}

/** Renders an organization's description and whom it serves. */
export function OrganizationAbout({ info, map }: OrganizationAboutProps) {
  if (info.basicInfo.userType !== 'organization') return null;
  const { mission, description, contactEmail, website, phone, ein, address } = info.basicInfo;
  const { street1, street2, city, state, code, country } = address;
  const lines = [
    street1,
    street2,
    [city, state, code].filter(Boolean).join(' '),
    countryName(country),
  ].filter(Boolean);
  return (
    <>
      <Card as="section" aria-label={texts.about} className="flex flex-col gap-3">
        {mission && (
          <>
            <h2 className="font-semibold text-base tracking-tight">{texts.mission}</h2>
            <p dir="auto" className="wrap-anywhere text-lg">
              {mission}
            </p>
          </>
        )}
        <h2 className="font-semibold text-base tracking-tight">{texts.description}</h2>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {description || texts.noDescription}
        </p>
      </Card>
      {(contactEmail || website || phone || ein || lines.length > 0) && (
        <Card as="section" aria-label={texts.contact}>
          <CardHeader title={texts.contact} />
          <dl className="flex flex-col gap-3">
            <Fact icon={<Mail />} term={texts.contactEmail}>
              {contactEmail && <ContactLink href={`mailto:${contactEmail}`}>{contactEmail}</ContactLink>}
            </Fact>
            <Fact icon={<Globe />} term={texts.website}>
              {website && <ExternalLink href={website}>{website}</ExternalLink>}
            </Fact>
            <Fact icon={<Phone />} term={texts.phone}>
              {phone && <ContactLink href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</ContactLink>}
            </Fact>
            <Fact icon={<IdCard />} term={texts.ein}>
              {ein}
            </Fact>
            <Fact icon={<MapPin />} term={texts.address}>
              {lines.length > 0 && <span className="whitespace-pre-line">{lines.join('\n')}</span>}
            </Fact>
          </dl>
        </Card>
      )}
      <Links info={info} />
      <Names title={texts.impactAreas} names={info.serviceInfo?.impactAreas.map((area) => area.name)} />
      <Names title={texts.keywords} names={info.serviceInfo?.keywords} />
      <Names title={texts.serviceAreas} names={info.serviceInfo?.serviceAreas}>
        {map}
      </Names>
    </>
  );
}

/** Where else the organization is found: what it gave of these. */
function Links({ info: { serviceInfo, internalLink } }: { info: PublicInfo }) {
  const links = [
    [texts.donate, serviceInfo?.donationLink],
    [texts.newsletter, serviceInfo?.newsLetterLink],
    [texts.events, internalLink?.events],
    [texts.rss, internalLink?.rss],
    [texts.blog, internalLink?.blog],
  ].flatMap(([label, href]) => (label && href ? [{ label, href }] : []));
  if (links.length === 0) return null;
  return (
    <Card as="section" aria-label={texts.links}>
      <CardHeader title={texts.links} />
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {links.map(({ label, href }) => (
          <li key={label}>
            <ExternalLink href={href} className="inline-block min-h-6">
              {label}
            </ExternalLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Renders one line of contact, or nothing if it is empty. */
function Fact({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt className="flex items-center gap-3 text-muted text-sm [&_svg]:size-4.5">
        <span aria-hidden>{icon}</span>
        {term}
      </dt>
      <dd className="wrap-anywhere pl-7.5">{children}</dd>
    </div>
  );
}
