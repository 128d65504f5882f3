import { describe, expect, it } from 'vitest';
import { authorizationOf } from './oauth1.ts';

describe('a request signed by OAuth 1.0a', () => {
  it('has the signature of the example in Twitter’s documentation', () => {
    const header = authorizationOf({
      method: 'POST',
      url: new URL('https://api.twitter.com/1/statuses/update.json?include_entities=true'),
      keys: {
        appKey: 'xvz1evFS4wEEPTGEFPHBog',
        appSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
        token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
        tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
      },
      form: { status: 'Hello Ladies + Gentlemen, a signed OAuth request!' },
      nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
      timestamp: '1318622958',
    });
    expect(header).toContain('oauth_signature="tnnArxj06cWHq44gCs1OSKk%2FjLY%3D"');
    expect(header).not.toContain('kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw');
  });
});
