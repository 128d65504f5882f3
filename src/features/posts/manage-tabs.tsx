import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';

/** The two ways of looking at one's own posts. */
export function ManageTabs() {
  return (
    <LinkTabs label="Views">
      <LinkTab to="/post/manage" activeOptions={{ exact: true, includeSearch: false }}>
        List View
      </LinkTab>
      <LinkTab to="/post/manage/scheduler" activeOptions={{ includeSearch: false }}>
        Scheduler View
      </LinkTab>
    </LinkTabs>
  );
}
