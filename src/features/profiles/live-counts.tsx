import { useRelation } from '#src/local/collections/use-relation.ts';
import { Counts, type CountsProps } from './counts.tsx';

/** The same to a signed-in user, with what they pressed a moment ago. */
export function LiveCounts({ info }: CountsProps) {
  const known = { follows: info.relation?.follows ?? false, endorses: info.relation?.endorses ?? false };
  const follows = useRelation('follows', info._id, known.follows);
  const endorses = useRelation('endorses', info._id, known.endorses);
  return (
    <Counts
      info={{
        ...info,
        totalFollowers: info.totalFollowers + Number(follows) - Number(known.follows),
        totalEndorsers: info.totalEndorsers + Number(endorses) - Number(known.endorses),
      }}
    />
  );
}
