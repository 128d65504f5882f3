/** The address at which a network shares a link. */
interface Network {
  name: string;
  addressFor: (url: string, title: string) => string;
}

const withQuery = (base: string, query: Record<string, string>) => `${base}?${new URLSearchParams(query)}`;

/** The networks that take an address without an account of ours. */
export const networks: readonly Network[] = [
  {
    name: 'Facebook',
    addressFor: (u) => withQuery('https://www.facebook.com/sharer/sharer.php', { u }),
  },
  {
    name: 'Twitter',
    addressFor: (url, text) => withQuery('https://twitter.com/intent/tweet', { url, text }),
  },
  {
    name: 'LinkedIn',
    addressFor: (url) => withQuery('https://www.linkedin.com/sharing/share-offsite/', { url }),
  },
];
