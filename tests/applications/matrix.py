"""The applications of the matrix, in the order of the table."""
from clients import CLIENTS
from databases import DATABASES
from languages import LANGUAGES
from tunnels import TUNNELS
from web_servers import WEB_SERVERS

MATRIX = [*WEB_SERVERS, *TUNNELS, *CLIENTS, *LANGUAGES, *DATABASES]
