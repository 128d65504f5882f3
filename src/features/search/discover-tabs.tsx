import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { texts } from './texts.ts';

/** The two things that there are to discover. */
export function DiscoverTabs() {
  return (
    <LinkTabs label={texts.discoverTabs.discover}>
      <LinkTab to="/search/organization" activeOptions={{ includeSearch: false }}>
        {texts.discoverTabs.organizations}
      </LinkTab>
      <LinkTab to="/search/community-activity" activeOptions={{ includeSearch: false }}>
        {texts.discoverTabs.communityActivity}
      </LinkTab>
    </LinkTabs>
  );
}
