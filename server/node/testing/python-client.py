"""Calls a server with the generated client, and reads each documented response with it.

argv has the server's address, the document that the client was generated of, and two access tokens: an
organization's, and an individual's.
"""

import json
import sys
import uuid

from gatherwell_client import (
    ApiClient,
    Configuration,
    CreatePostRequest,
    FollowUserRequest,
)
from gatherwell_client.api import AuthApi, FollowsApi, PostsApi, UsersApi
from gatherwell_client.exceptions import ApiException

url, document, *tokens = sys.argv[1:]


def client_of(token):
    """Returns a client that calls with an access token."""
    configuration = Configuration(host=f"{url}/api")
    configuration.access_token = token
    return ApiClient(configuration)


kitchen, alice = [client_of(token) for token in tokens]

organization = AuthApi(kitchen).get_current_user().data
individual = AuthApi(alice).get_current_user().data

post = PostsApi(kitchen).create_post(
    CreatePostRequest(post_type="general", title="Soup for everyone", is_active=True)
).data

request = FollowUserRequest(follower_id=individual.id, following_id=organization.id)
key = str(uuid.uuid4())
follows = [
    FollowsApi(alice).follow_user(request, idempotency_key=key).data for _ in range(2)
]

feed = PostsApi(alice).list_feed(limit=5).data
profile = UsersApi(alice).get_basic_info(organization.id).data


def read(text, name):
    """Reads JSON as an object of a generated class."""
    return alice.deserialize(type("Body", (), {"data": text}), name)


def failure_of(call):
    """Returns the Failure with which a call is refused, and its status."""
    try:
        call()
    except ApiException as error:
        return read(error.body, "Failure"), error.status
    raise AssertionError("It was not refused.")


forbidden, status = failure_of(lambda: PostsApi(alice).delete_post(post.id))
invalid, _ = failure_of(
    lambda: PostsApi(kitchen).create_post(
        CreatePostRequest(
            post_type="event",
            title="Soup night",
            is_active=True,
            start_date_time="2031-05-04T10:00:00Z",
            end_date_time="2031-05-03T10:00:00Z",
        )
    )
)

with open(document, encoding="utf-8") as file:
    operations = [
        operation for path in json.load(file)["paths"].values() for operation in path.values()
    ]
documented = 0
unread = []
for operation in operations:
    content = operation["responses"].get("200", {}).get("content", {}).get("application/json")
    if content is None:
        continue
    documented += 1
    name = content["schema"]["$ref"].rpartition("/")[2]
    try:
        assert read(json.dumps(content["example"]), name).success is True
    except Exception as error:  # Whatever the client cannot do with it.
        unread.append(f"{name}: {error}")

print(
    json.dumps(
        {
            "documented": documented,
            "unread": unread,
            "userTypes": [organization.user_type, individual.user_type],
            "follows": [[one.is_following, one.total_followers] for one in follows],
            "feed": [[type(item).__name__, item.title, item.counts.liked] for item in feed.items],
            "profile": [type(profile).__name__, profile.name],
            "forbidden": [type(forbidden).__name__, status, forbidden.reason],
            "invalid": [invalid.reason, invalid.fields],
        }
    )
)
