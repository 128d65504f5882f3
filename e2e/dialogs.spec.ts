import type { Page } from '@playwright/test';
import { colorsChanged, expect, expectAccessible, newEmail, phone, signUp, test } from './fixtures.ts';
import { openScreen } from './open-screen.ts';
import { firstLastingPost } from './post-forms.ts';

/*
 * The dialogs that come when they are wanted, on the narrowest screen and on a phone: as wide as the screen at most,
 * with everything in them to be reached, light and dark.
 */

const narrowest = { width: 320, height: 640 };

/** Lists what of the open dialog is beyond the screen or beyond the dialog, or cannot be scrolled to. */
function dialogFaults(page: Page): Promise<string[]> {
  return page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .last()
    .evaluate((dialog) => {
      const nameOf = (element: Element) =>
        `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`;
      const faults: string[] = [];
      const frame = dialog.getBoundingClientRect();
      if (frame.left < 0 || frame.right > innerWidth || frame.top < 0 || frame.bottom > innerHeight)
        faults.push(`the dialog is beyond the screen: ${JSON.stringify(frame)}`);
      let head: HTMLElement | null = dialog.querySelector('h2');
      while (head && getComputedStyle(head).position !== 'sticky') head = head.parentElement;
      const controls = [
        ...dialog.querySelectorAll('a[href], button, input, textarea, [role="combobox"], [role="checkbox"]'),
      ];
      /** What lies on the head, which stays while the rest scrolls. */
      const findOnHead = () => {
        const { bottom = 0 } = head?.getBoundingClientRect() ?? {};
        return controls.filter((control) => {
          const box = control.getBoundingClientRect();
          if (head?.contains(control) || box.top >= bottom - 2 || box.bottom <= frame.top + 2) return false;
          const y = (Math.max(box.top, frame.top) + Math.min(box.bottom, bottom)) / 2;
          return control.contains(document.elementFromPoint(box.left + box.width / 2, y));
        });
      };
      for (const element of controls) {
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = element.getBoundingClientRect();
        // For screen readers alone.
        if (box.width < 3 || box.height < 3) continue;
        if (box.left < frame.left - 1 || box.right > frame.right + 1)
          faults.push(`${nameOf(element)} is beyond the dialog`);
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!hit || !(element.contains(hit) || hit.contains(element)))
          faults.push(`${nameOf(element)} cannot be reached`);
        faults.push(...findOnHead().map((control) => `${nameOf(control)} lies on the head`));
      }
      return [...new Set(faults)];
    });
}

/** Looks at the open dialog at each size, and closes it. */
async function expectFits(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('status', { name: /^(Loading|Searching)/ })).toHaveCount(0);
    for (const [size, colorScheme] of [
      [narrowest, 'light'],
      [phone, 'dark'],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await colorsChanged(page);
      await expect(async () => expect(await dialogFaults(page)).toEqual([])).toPass({ timeout: 5_000 });
      // What lies behind the dialog is looked at where it is a screen of its own.
      await expectAccessible(page, '[role="dialog"], [role="alertdialog"]');
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
}

test('dialogs of individuals fit a phone', async ({ page, signInAs }) => {
  await page.setViewportSize(phone);
  await signInAs(page, 'maria', '/post/event/all');
  const card = await firstLastingPost(page);
  await card.getByRole('button', { name: 'Invite' }).click();
  await expectFits(page, 'Invite to view post');
  await card.getByRole('button', { name: 'Share' }).click();
  await expectFits(page, 'Share post');

  await openScreen(page, '/search/organization');
  await page
    .getByRole('button', { name: /^Message (?!to all)/ })
    .first()
    .click();
  await expectFits(page, 'Message to an organization');

  await openScreen(page, '/calender');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expectFits(page, 'Subscribe to the calendar');

  await openScreen(page, '/edit/individual/membership');
  await page.getByRole('button', { name: 'Add membership' }).click();
  await expectFits(page, 'Add membership');

  await openScreen(page, '/edit/access-tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expectFits(page, 'Create token');
});

test('dialogs of organizations fit a phone', async ({ page, newPerson, signInAs }) => {
  await page.setViewportSize(phone);
  await signInAs(page, 'larkfield', '/edit/organization/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expectFits(page, 'Add webhook');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  // Where nothing is sent to: this machine.
  const url = 'https://localhost:9/a-hook-of-a-rather-long-address/that-no-phone-shows-in-one-line';
  await page.getByLabel(/^Address/).fill(url);
  await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  const follower = await newPerson();
  await signUp(follower, 'individual', newEmail('follower'));
  await openScreen(follower, '/search/organization');
  await follower
    .getByRole('button', { name: /^Follow Larkfield/ })
    .first()
    .click();
  await page.getByRole('button', { name: `Deliveries to ${url}` }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText('The address is not public');
  await expectFits(page, 'Deliveries');
  await page.getByRole('button', { name: `Remove ${url}` }).click();
  await expectFits(page, 'Remove a webhook');

  await openScreen(page, '/dashboard');
  await page.getByRole('button', { name: /^Followers: / }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  await expectFits(page, 'Followers');

  await openScreen(page, '/community/followers');
  await page.getByRole('button', { name: 'Message to all followers' }).click();
  await expectFits(page, 'Message to followers');

  await openScreen(page, '/dashboard');
  await page.getByRole('region', { name: 'UPCOMING' }).getByRole('link').first().click();
  await page.getByRole('button', { name: /^\d+ views?$/ }).click();
  await expectFits(page, 'Views and reactions');
});
