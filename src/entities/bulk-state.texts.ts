const numberOf = (count: number) => count.toLocaleString('en');

export const texts = {
  sending: (done: number, people: string) => `Sending to ${numberOf(done)} of ${people}`,
  sent: (sent: number, people: string) => `Sent to ${numberOf(sent)} of ${people}.`,
  missed: (missed: number) => `${numberOf(missed)} could no longer be reached.`,
  spent: (coins: number) => `${numberOf(coins)} ${coins === 1 ? 'coin was' : 'coins were'} spent.`,
};
