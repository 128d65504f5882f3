import type { Db } from '#db/database.ts';

export async function insertFeedback(
  db: Db,
  feedback: {
    id: string;
    fullName: string;
    contactEmail: string;
    address: string | null;
    description: string;
    createdAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('feedbacks')
    .values({
      id: feedback.id,
      full_name: feedback.fullName,
      contact_email: feedback.contactEmail,
      address: feedback.address,
      description: feedback.description,
      created_at: feedback.createdAt,
    })
    .execute();
}
