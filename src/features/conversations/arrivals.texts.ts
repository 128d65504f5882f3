/** The text of what announces messages, which every screen loads. */
export const texts = { newMessageFrom: (name: string) => `New message from ${name}` };
