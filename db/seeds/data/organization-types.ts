/** The kinds of organizations. An id never changes; a name may be reworded. */
export const organizationTypes = [
  { id: 'animal-shelter', name: 'Animal Shelter or Rescue' },
  { id: 'arts-organization', name: 'Arts or Cultural Organization' },
  { id: 'charity', name: 'Charity' },
  { id: 'clinic', name: 'Clinic or Health Service' },
  { id: 'community-center', name: 'Community Center' },
  { id: 'community-garden', name: 'Community Garden' },
  { id: 'cooperative', name: 'Cooperative' },
  { id: 'faith-based', name: 'Faith-Based Organization' },
  { id: 'food-bank', name: 'Food Bank or Kitchen' },
  { id: 'foundation', name: 'Foundation' },
  { id: 'government', name: 'Government Agency' },
  { id: 'housing', name: 'Housing or Shelter Provider' },
  { id: 'library', name: 'Library' },
  { id: 'membership-association', name: 'Membership Association' },
  { id: 'museum', name: 'Museum' },
  { id: 'mutual-aid', name: 'Mutual Aid Group' },
  { id: 'neighborhood-association', name: 'Neighborhood Association' },
  { id: 'professional-association', name: 'Professional Association' },
  { id: 'school', name: 'School or University' },
  { id: 'social-enterprise', name: 'Social Enterprise' },
  { id: 'sports-club', name: 'Sports Club' },
  { id: 'student-group', name: 'Student Group' },
  { id: 'veterans-organization', name: 'Veterans Organization' },
  { id: 'youth-organization', name: 'Youth Organization' },
] as const;

export type OrganizationTypeId = (typeof organizationTypes)[number]['id'];
