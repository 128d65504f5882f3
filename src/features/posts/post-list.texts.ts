/** The texts of lists of posts on public pages, by part. */
export const texts = {
  postList: {
    loadingPosts: 'Loading posts',
    thingsPosts: 'posts',
    noPost: 'No Post Found',
  },
  postsOfType: {
    onlyTopNeed: 'Show Only Top Need',
    thingPost: 'post',
    noPostHint: 'There are no posts of this type right now.',
  },
  gallery: {
    loadingPictures: 'Loading pictures',
    thingsPictures: 'pictures',
    noImage: 'No Image Added',
    noImageHint: 'Pictures of published posts are shown here.',
  },
};
