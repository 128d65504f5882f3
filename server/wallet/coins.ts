import { conflict } from '../errors.ts';

/** The host's settings for coins. */
export interface CoinSettings {
  /** How many a new account starts with. */
  atStart: number;
  /** What an invitation costs for each invitee who is not connected; parts of a coin are allowed. */
  perInvitation: number;
}

const usual: CoinSettings = { atStart: 100, perInvitation: 1 };

/** The default of these settings. */
export const coinsOf = (settings: { coins?: CoinSettings | undefined }): CoinSettings =>
  settings.coins ?? usual;

/** 409: the wallet holds less than the price. Nothing was spent, and nothing was sent. */
export const tooFewCoins = (price: number, balance: number) =>
  conflict(
    'too-few-coins',
    `This costs ${coins(price)}, and you have ${balance}: you need ${coins(price - balance)} more. Nothing was sent.`,
  );

/** 409: the price is another one than the viewer was shown. */
export const priceChanged = (price: number) =>
  conflict('price-changed', `The price is now ${coins(price)}. Nothing was sent or charged.`);

const coins = (count: number) => (count === 1 ? '1 coin' : `${count} coins`);
