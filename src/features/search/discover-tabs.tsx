import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';

/** The two things that there are to discover. */
export function DiscoverTabs() {
  return (
    <LinkTabs label="Discover">
      <LinkTab to="/search/organization" activeOptions={{ includeSearch: false }}>
        Organizations
      </LinkTab>
      <LinkTab to="/search/community-activity" activeOptions={{ includeSearch: false }}>
        Community activity
      </LinkTab>
    </LinkTabs>
  );
}
