import { LinkTab, LinkTabs } from '#src/components/link-tabs.tsx';
import { texts } from './texts.ts';

/** The two ways of looking at one's own posts. */
export function ManageTabs() {
  return (
    <LinkTabs label={texts.manageTabs.views}>
      <LinkTab to="/post/manage" activeOptions={{ exact: true, includeSearch: false }}>
        {texts.manageTabs.listView}
      </LinkTab>
      <LinkTab to="/post/manage/scheduler" activeOptions={{ includeSearch: false }}>
        {texts.manageTabs.schedulerView}
      </LinkTab>
    </LinkTabs>
  );
}
