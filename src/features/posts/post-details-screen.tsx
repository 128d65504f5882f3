import { usePageData } from '#src/app/page-data.tsx';
import { useUser } from '#src/app/session.ts';
import { LateFetchedPost, LateKeptPost } from './late-posts.ts';
import { VisitorPost } from './visitor-post.tsx';

interface PostDetailsScreenProps {
  postId: string;
}

/** Renders the page of a post. */
export function PostDetailsScreen(props: PostDetailsScreenProps) {
  const user = useUser();
  const { post } = usePageData();
  if (user) return <LateKeptPost {...props} />;
  return post?._id === props.postId ? <VisitorPost post={post} /> : <LateFetchedPost {...props} />;
}
