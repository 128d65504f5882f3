import type { ServiceAreaType } from '../../tables/map-areas.ts';
import type { TypeOfInvolvement } from '../../tables/profiles.ts';
import type { LanguageId } from '../data/languages.ts';
import type { OrganizationTypeId } from '../data/organization-types.ts';
import type { SkillId } from '../data/skills.ts';

/** An organization's own description beside basic information. */
export interface OrganizationDetails {
  types: readonly OrganizationTypeId[];
  areaTypes: readonly ServiceAreaType[];
  areas: readonly string[];
  keywords: readonly string[];
  /** Whether its website has a page to donate, and one with its events. */
  donations?: true;
  events?: true;
}

/** By handle. */
export const organizationDetails: Readonly<Record<string, OrganizationDetails>> = {
  larkfield: {
    types: ['community-garden', 'charity'],
    areaTypes: ['city', 'zip-code'],
    areas: ['Toronto, ON', 'M6H West Toronto, ON', 'M6K West Toronto, ON'],
    keywords: ['gardening', 'compost', 'vegetables', 'plots'],
    donations: true,
    events: true,
  },
  openkettle: {
    types: ['food-bank'],
    areaTypes: ['city'],
    areas: ['Toronto, ON'],
    keywords: ['meals', 'cooking', 'groceries'],
    donations: true,
  },
  lanternway: {
    types: ['community-center', 'housing'],
    areaTypes: ['city', 'zip-code'],
    areas: ['Scarborough, ON', 'M1P Scarborough, ON'],
    keywords: ['refugees', 'settlement', 'language classes'],
    donations: true,
  },
  crankhouse: {
    types: ['social-enterprise', 'cooperative'],
    areaTypes: ['zip-code'],
    areas: ['M4M East Toronto, ON'],
    keywords: ['bicycles', 'repair', 'tools'],
    events: true,
  },
  littleotter: {
    types: ['library'],
    areaTypes: ['city'],
    areas: ['Mississauga, ON'],
    keywords: ['books', 'reading', 'homework help'],
  },
  stillwater: {
    types: ['charity'],
    areaTypes: ['city'],
    areas: ['Hamilton, ON'],
    keywords: ['seniors', 'visiting', 'tea'],
    donations: true,
  },
  cobblecreek: {
    types: ['neighborhood-association'],
    areaTypes: ['county', 'zip-code'],
    areas: ['Philadelphia County, PA', '19129 Philadelphia, PA'],
    keywords: ['creek', 'clean-up', 'water quality'],
    events: true,
  },
  plumbline: {
    types: ['housing', 'charity'],
    areaTypes: ['city'],
    areas: ['Philadelphia, PA'],
    keywords: ['home repair', 'ramps', 'carpentry'],
    donations: true,
  },
  marigold: {
    types: ['arts-organization', 'youth-organization'],
    areaTypes: ['zip-code'],
    areas: ['19125 Philadelphia, PA'],
    keywords: ['murals', 'workshops', 'studio'],
    events: true,
  },
  mossypaw: {
    types: ['animal-shelter'],
    areaTypes: ['city', 'county'],
    areas: ['Camden, NJ', 'Camden County, NJ'],
    keywords: ['cats', 'dogs', 'adoption', 'fostering'],
    donations: true,
  },
  earlyoars: {
    types: ['sports-club', 'youth-organization'],
    areaTypes: ['city'],
    areas: ['Philadelphia, PA'],
    keywords: ['rowing', 'river', 'training'],
  },
  saltgrass: {
    types: ['charity', 'membership-association'],
    areaTypes: ['city'],
    areas: ['Vancouver, BC'],
    keywords: ['shoreline', 'eelgrass', 'birds'],
    donations: true,
    events: true,
  },
  withybridge: {
    types: ['community-center', 'mutual-aid'],
    areaTypes: ['city'],
    areas: ['Bristol, United Kingdom'],
    keywords: ['repair café', 'sewing', 'electronics'],
    events: true,
  },
};

/** How a person wants to help, and with what. */
export interface PersonDetails {
  skills: readonly SkillId[];
  languages: readonly LanguageId[];
  /** Hours a week. */
  hours?: number;
  rhythm?: TypeOfInvolvement;
  involvement?: string;
}

/** By handle. Who is not here has not filled in anything yet. */
export const personDetails: Readonly<Record<string, PersonDetails>> = {
  maria: {
    skills: ['gardening', 'event-planning', 'cooking'],
    languages: ['english', 'portuguese', 'spanish'],
    hours: 5,
    rhythm: 'structured-recurring',
    involvement: 'Plot 14 at Larkfield since the beginning, and soup on Thursdays at the kettle.',
  },
  kwame: { skills: ['music', 'cooking'], languages: ['english', 'twi'], hours: 4, rhythm: 'convenient' },
  priya: {
    skills: ['data-analysis', 'composting'],
    languages: ['english', 'hindi', 'tamil'],
    hours: 3,
    rhythm: 'convenient',
  },
  jonah: {
    skills: ['delivery-driving', 'heavy-lifting'],
    languages: ['english'],
    hours: 8,
    rhythm: 'full-day',
  },
  meilin: {
    skills: ['companionship', 'interpreting'],
    languages: ['english', 'mandarin', 'cantonese'],
    hours: 6,
    rhythm: 'structured-recurring',
  },
  tomasz: { skills: ['bicycle-repair', 'electronics-repair'], languages: ['english', 'polish'], hours: 4 },
  adaeze: {
    skills: ['fundraising', 'marketing'],
    languages: ['english', 'igbo'],
    hours: 2,
    rhythm: 'convenient',
  },
  samir: {
    skills: ['legal-knowledge', 'interpreting'],
    languages: ['english', 'arabic', 'french'],
    hours: 10,
    rhythm: 'as-much-possible',
    involvement: 'Fills in forms with people who would rather not do it alone.',
  },
  rosalind: { skills: ['companionship', 'event-planning'], languages: ['english'], hours: 12 },
  farah: { skills: ['language-teaching', 'childcare'], languages: ['english', 'urdu', 'punjabi'], hours: 3 },
  autumn: { skills: ['advocacy', 'facilitation'], languages: ['english', 'ojibwe'], hours: 5 },
  bao: { skills: ['bicycle-repair', 'graphic-design'], languages: ['english', 'vietnamese'], hours: 4 },
  graham: { skills: ['music', 'accessibility'], languages: ['english', 'british-sign-language'], hours: 6 },
  dante: {
    skills: ['carpentry', 'plumbing', 'electrical'],
    languages: ['english'],
    hours: 16,
    rhythm: 'full-day',
    involvement: 'Builds ramps with Plumbline on Saturdays.',
  },
  keisha: {
    skills: ['legal-knowledge', 'facilitation'],
    languages: ['english'],
    hours: 4,
    rhythm: 'convenient',
  },
  luca: { skills: ['graphic-design', 'photography'], languages: ['english', 'italian'], hours: 5 },
  tamar: { skills: ['gardening', 'grant-writing'], languages: ['english', 'hebrew'], hours: 3 },
  wren: { skills: ['first-aid', 'animal-care'], languages: ['english', 'american-sign-language'], hours: 7 },
  sofia: { skills: ['crafts', 'childcare'], languages: ['english', 'spanish'], hours: 6 },
  malik: {
    skills: ['coaching', 'boating'],
    languages: ['english'],
    hours: 9,
    rhythm: 'structured-recurring',
  },
  jun: { skills: ['data-analysis', 'computer-help'], languages: ['english', 'japanese'], hours: 2 },
  anh: { skills: ['animal-care', 'crafts'], languages: ['english', 'vietnamese'], hours: 4 },
  ruth: { skills: ['animal-care', 'accounting'], languages: ['english', 'german'], hours: 14 },
  nikhil: { skills: ['computer-help', 'coaching'], languages: ['english', 'gujarati'], hours: 5 },
  skye: { skills: ['advocacy', 'photography'], languages: ['english', 'french'], hours: 8 },
  gurpreet: { skills: ['heavy-lifting', 'cooking'], languages: ['english', 'punjabi'], hours: 6 },
  elowen: { skills: ['crafts', 'event-planning'], languages: ['english', 'welsh'], hours: 7 },
  hamza: { skills: ['electronics-repair', 'computer-help'], languages: ['english', 'somali'], hours: 5 },
};
