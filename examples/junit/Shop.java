import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** The app under test, a shop that sells the pets of the store. */
record Shop(String url, String key) {
    String forSale() throws Exception {
        return send(request("/pets?status=available").GET().build(), 1);
    }

    String takeIn(String name, long category) throws Exception {
        var body = "{\"name\":\"" + name + "\",\"categoryId\":" + category + "}";
        return send(request("/pets").POST(BodyPublishers.ofString(body)).build(), 1);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
            .header("Authorization", "Bearer " + key).header("Content-Type", "application/json");
    }

    private String send(HttpRequest request, int retries) throws Exception {
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        return response.statusCode() == 503 && retries > 0 ? send(request, retries - 1) : response.body();
    }
}
