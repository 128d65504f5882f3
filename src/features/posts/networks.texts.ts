/** The texts about social networks, which the page of a post, its form and the list of one's own posts load. */
export const texts = {
  atNetworks: {
    deleted: (networks: string) => `It will be deleted on ${networks}, too.`,
    changed: (networks: string) => `Text changes are made on ${networks}, too; pictures there stay the same.`,
    twitterUnchanged: 'Posts on Twitter can’t be edited: yours stays as it is there.',
    draftDeletes: 'Saving it as a draft deletes it there.',
  },
  networkStatuses: {
    socialNetworks: 'Social networks',
    waiting: 'Waiting',
    posted: 'Posted',
    failed: 'Failed',
    unavailable: 'Not available',
    until: (date: string) => `until ${date}`,
    notOnInstallation: (network: string) => `${network} is not available on this installation.`,
    lastChange: (reason: string) => `Your last change isn’t there: ${reason}`,
    socialMediaSettings: 'Social media settings',
    retry: 'Retry',
    retryOf: (network: string) => `Retry ${network}`,
  },
};
